// Generated from src/protocol/messages.ts by scripts/generate-protocol.ts. Do not edit.

export const SCHEMA_HASH = '93a37471b7acd9fa';
