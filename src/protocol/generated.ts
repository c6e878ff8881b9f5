// Generated from src/protocol/messages.ts by scripts/generate-protocol.ts. Do not edit.

export const SCHEMA_HASH = 'b9dcc90da51b39de';
