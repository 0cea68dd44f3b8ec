interface Cookie {
  value: string;
  path: string;
  isSecure: boolean;
}

/** What a browser shows in the end. */
export interface Shown {
  url: string;
  status: number;
  html: string;
}

/**
 * A browser for a few pages: it follows redirects, and keeps cookies by host, for the paths and over the schemes that
 * they are for. `hosts` leads origins that are not on this machine to where they are served.
 */
export class Browser {
  readonly #hosts: Readonly<Record<string, string>>;
  readonly #cookies = new Map<string, Map<string, Cookie>>();

  constructor(hosts: Readonly<Record<string, string>>) {
    this.#hosts = hosts;
  }

  async visit(address: string, { redirects = 5 } = {}): Promise<Shown> {
    const url = new URL(address);
    const cookie = this.#cookiesFor(url);
    const response = await fetch(this.#served(url), {
      redirect: 'manual',
      headers: { 'Sec-Fetch-Site': 'cross-site', ...(cookie !== '' && { Cookie: cookie }) },
    });
    for (const set of response.headers.getSetCookie()) this.#keep(url.hostname, set);
    const location = response.headers.get('location');
    if (location === null || redirects === 0) {
      return { url: location ?? url.href, status: response.status, html: await response.text() };
    }
    return this.visit(new URL(location, url).href, { redirects: redirects - 1 });
  }

  #served(url: URL): string {
    const origin = Object.keys(this.#hosts).find((known) => url.href.startsWith(`${known}/`));
    return origin === undefined ? url.href : this.#hosts[origin] + url.href.slice(origin.length);
  }

  #cookiesFor({ hostname, protocol, pathname }: URL): string {
    return [...(this.#cookies.get(hostname) ?? [])]
      .filter(([, { path, isSecure }]) => `${pathname}/`.startsWith(`${path}/`) && (!isSecure || protocol === 'https:'))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  #keep(host: string, set: string): void {
    const [pair = '', ...attributes] = set.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/';
    const kept = this.#cookies.get(host) ?? new Map<string, Cookie>();
    this.#cookies.set(host, kept.set(name, { value, path, isSecure: attributes.includes('Secure') }));
  }
}

/** Where the button of a page leads. */
export function linkIn({ html }: Shown): string {
  const href = /<a href="([^"]+)">/.exec(html)?.[1] ?? '';
  return href.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
}
