import { expect, it } from 'vitest';
import { documentKind } from '../../src/apps/document-kind.ts';

it.each([
  ['text/html;profile=mcp-app', 'page'],
  ['text/html', 'page'],
  ['TEXT/HTML; charset=utf-8', 'page'],
  ['image/svg+xml', 'picture'],
  ['text/uri-list', 'links'],
  ['application/xhtml+xml', 'file'],
  ['text/html+skybridge', 'file'],
  ['application/octet-stream', 'file'],
  ['', 'file'],
  [undefined, 'file'],
])('a document of type %j is a %s [HI-82]', (mime, kind) => {
  expect(documentKind(mime)).toBe(kind);
});
