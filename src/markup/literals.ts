/** How single ASCII characters are written so that a platform reads them as words. */
export interface Literals {
  always: Readonly<Record<string, string>>;
  /** Only where they are not part of an http(s) URL, which has to stay clickable. */
  outsideUrls: Readonly<Record<string, string>>;
}

export const NO_LITERALS: Literals = { always: {}, outsideUrls: {} };

export const HTML_LITERALS: Literals = {
  always: { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  outsideUrls: {},
};
