/**
 * What may be done with a document, by its media type. `page`: it runs, in the sandbox only. `picture`: it is shown as an
 * image, in which no script runs. `links`: it names addresses that a person may open. `file`: it can be saved, no more.
 */
export type DocumentKind = 'page' | 'picture' | 'links' | 'file';

/** A document without a media type is a file: nobody said that it is to be run. */
export function documentKind(mime: string | undefined): DocumentKind {
  switch (mime?.split(';', 1)[0]?.trim().toLowerCase()) {
    case 'text/html':
      return 'page';
    case 'image/svg+xml':
      return 'picture';
    case 'text/uri-list':
      return 'links';
    default:
      return 'file';
  }
}
