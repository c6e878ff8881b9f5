// Generated from src/protocol/messages.ts by scripts/generate-protocol.ts. Do not edit.

export const SCHEMA_HASH = '7d3f931421a2d718';
