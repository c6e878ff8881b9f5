/** Colours of the style sheet, for a canvas. */

const CHANNELS = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/** @returns a property's colour at that element, which must be written as `#rrggbb`, with an opacity */
export const colourOf = (element: Element) => {
  const style = getComputedStyle(element);
  return (name: string, alpha = 1): string => {
    const value = style.getPropertyValue(name).trim();
    const [, ...channels] = CHANNELS.exec(value) ?? [];
    if (alpha === 1 || channels.length < 3) return value;
    return `rgb(${channels.map((channel) => Number.parseInt(channel, 16)).join(' ')} / ${alpha})`;
  };
};
