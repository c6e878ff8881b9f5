// Generated from src/protocol/messages.ts by scripts/generate-protocol.ts. Do not edit.

export const SCHEMA_HASH = 'da07247b5f4f2a42';
