/** Colours, or none of them. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export type Paint = (style: Style, text: string) => string;

/** Whether to colour is decided once, for the stream that the text goes to. */
export const makePaint = (enabled: boolean): Paint =>
  enabled ? (style, text) => styleText(style, text) : (_style, text) => text;
