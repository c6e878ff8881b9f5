// Generated from src/protocol/messages.ts by scripts/generate-protocol.ts. Do not edit.

export const SCHEMA_HASH = '7e6feed6172d20dc';
