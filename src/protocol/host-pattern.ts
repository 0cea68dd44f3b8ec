/**
 * Source of a regular expression for a host in lower case, or `*.host` for all below it: a wildcard stands before two
 * names at least, so never before a whole registry.
 */
export const HOST_PATTERN =
  '(?:\\*\\.(?=[^.:]+\\.))?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
