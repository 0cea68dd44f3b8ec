import type { SandboxPlace } from './sandbox/sandbox-place.ts';

/** Our own origins, under which a person may have opened the page of an app. */
export interface OwnOrigins {
  /** That which a request names as its host; nothing when it is none of ours. */
  of(host: string | undefined): string | undefined;
  /** Whether people elsewhere reach it. */
  isPublic(origin: string): boolean;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** `publicUrl` and the address that we listen on, in all the names of this machine. */
export function createOwnOrigins(known: { publicUrl: string | undefined; url: () => string }): OwnOrigins {
  return {
    of(host) {
      if (host === undefined) return undefined;
      const urls = [known.publicUrl, known.url()].filter((url) => url !== undefined && url !== '');
      const origin = urls.map((url) => new URL(url as string)).find((url) => url.host === host.toLowerCase())?.origin;
      if (origin !== undefined) return origin;
      const isHere = LOOPBACK.test(host) && host.replace(/^.*?(?=:\d+$|$)/, '') === portOf(known.url());
      return isHere ? new URL(`http://${host}`).origin : undefined;
    },
    isPublic: (origin) => !LOOPBACK.test(new URL(origin).host),
  };
}

function portOf(url: string): string {
  const { port } = new URL(url);
  return port === '' ? '' : `:${port}`;
}

/** Whether an app would run on an origin of ours, where it could read everything. */
export function isOwnOrigin(place: SandboxPlace, ref: string, origins: OwnOrigins, ancestor: string): boolean {
  const sandbox = new URL(place.originOf(ref));
  return sandbox.origin === ancestor || origins.of(sandbox.host) === sandbox.origin;
}
