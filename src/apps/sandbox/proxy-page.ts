import { type DeclaredUi, PERMISSIONS } from '../declared-ui.ts';
import type { DocumentKind } from '../document-kind.ts';

/** What the page of the sandbox is told of the app that it is for. */
interface ProxySettings {
  /** The only origin whose messages count, and that gets any. */
  ancestor: string;
  /** The origin of the document inside, as the browser names it. */
  inside: string;
  kind: DocumentKind;
  isBase64: boolean;
  /** For the frame around the document. */
  sandbox: string;
  allow: string;
}

/**
 * The page between ours and an app's document (the "sandbox proxy" of the MCP Apps specification). It asks for the
 * document, puts it into a frame of less rights still, and hands messages on. It makes no requests of its own.
 */
export function proxyPage(about: {
  ancestor: string;
  origin: string;
  isolation: 'origin' | 'opaque';
  kind: DocumentKind;
  encoding: 'text' | 'base64';
  granted: Pick<DeclaredUi, 'permissions'>;
}): string {
  const isOpaque = about.isolation === 'opaque';
  const settings: ProxySettings = {
    ancestor: about.ancestor,
    inside: isOpaque ? 'null' : about.origin,
    kind: about.kind,
    isBase64: about.encoding === 'base64',
    sandbox: isOpaque ? 'allow-scripts allow-forms' : 'allow-scripts allow-same-origin allow-forms',
    allow: about.granted.permissions.map((name) => PERMISSIONS[name]).join('; '),
  };
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>App</title>
<style>html, body { margin: 0; height: 100%; background: transparent; } iframe { display: block; width: 100%; height: 100%; border: 0; }
img { display: block; max-width: 100%; }</style>
<body>
<script>(${PROXY})(${inScript(settings)});</script>
</body>
</html>
`;
}

/** As JSON that no script element ends in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * Runs in the browser. Both checks on every message: whose window it came from, and of which origin. Methods that begin
 * with `ui/notifications/sandbox-` are between our page and this one; `sandbox-blocked` is what the reporter says, that
 * stands before the document's own words.
 */
const PROXY = `function (settings) {
  'use strict';
  const RESERVED = 'ui/notifications/sandbox-';
  const BLOCKED = RESERVED + 'blocked';
  const REPORTER = '<script>addEventListener("securitypolicyviolation",(e)=>parent.postMessage({jsonrpc:"2.0",method:"' + BLOCKED +
    '",params:{url:String(e.blockedURI).slice(0,300),directive:e.effectiveDirective}},"*"));document.currentScript.remove()<\\/script>';
  let inner;
  const toHost = (message) => parent.postMessage(message, settings.ancestor);
  const methodOf = (data) => (data && typeof data === 'object' && typeof data.method === 'string' ? data.method : '');

  function bytesOf(base64) {
    return Uint8Array.from(atob(base64.replace(/\\s+/g, '')), (character) => character.charCodeAt(0));
  }
  function show(html) {
    if (inner) return;
    let text = html;
    try {
      if (settings.isBase64) text = new TextDecoder().decode(bytesOf(html));
    } catch {
      return toHost({ jsonrpc: '2.0', method: RESERVED + 'unreadable', params: {} });
    }
    if (settings.kind === 'picture') {
      inner = document.createElement('img');
      inner.alt = '';
      const report = () => toHost({ jsonrpc: '2.0', method: RESERVED + 'picture', params: { height: inner.naturalHeight } });
      inner.addEventListener('load', report);
      inner.addEventListener('error', () => toHost({ jsonrpc: '2.0', method: RESERVED + 'unreadable', params: {} }));
      const bytes = new TextEncoder().encode(text);
      let binary = '';
      for (let at = 0; at < bytes.length; at += 32768) binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
      inner.src = 'data:image/svg+xml;base64,' + btoa(binary);
      return document.body.append(inner);
    }
    inner = document.createElement('iframe');
    inner.setAttribute('sandbox', settings.sandbox);
    if (settings.allow) inner.setAttribute('allow', settings.allow);
    // Whatever stands before it, a document type counts only as long as no element does.
    const doctype = /^(?:\\s|<!--[^]*?-->)*<!doctype[^>]*>/i.exec(text);
    const at = doctype ? doctype[0].length : 0;
    inner.srcdoc = text.slice(0, at) + REPORTER + text.slice(at);
    document.body.append(inner);
  }

  addEventListener('message', (event) => {
    const method = methodOf(event.data);
    if (event.source === parent && event.origin === settings.ancestor) {
      if (method === RESERVED + 'resource-ready') show(String(event.data.params && event.data.params.html));
      else if (!method.startsWith(RESERVED) && inner && inner.contentWindow) {
        inner.contentWindow.postMessage(event.data, settings.inside === 'null' ? '*' : settings.inside);
      }
    } else if (inner && event.source === inner.contentWindow && event.origin === settings.inside) {
      if (!method.startsWith(RESERVED) || method === BLOCKED) toHost(event.data);
    }
  });
  toHost({ jsonrpc: '2.0', method: RESERVED + 'proxy-ready', params: {} });
}`;
