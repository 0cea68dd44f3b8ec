/** Types of components, and the style of a button that opens a link. Discord, Component Reference, read 2026-11. */
export const ACTION_ROW = 1;
export const BUTTON = 2;
export const STRING_SELECT = 3;
/** One line or more to write in, and what stands above it. */
export const TEXT_INPUT = 4;
export const LABEL = 18;
export const LINK_STYLE = 5;
