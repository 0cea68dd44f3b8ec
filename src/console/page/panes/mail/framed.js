import { element } from '../../dom.js';

/** The mail may load nothing, whatever it holds; the console's own policy holds as well. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const NOT_SHOWN = 'script, iframe, frame, object, embed, link, meta, base, title, audio, video, svg, math, template';
const MAX_HEIGHT_PX = 6000;

/**
 * The HTML part of a mail in a frame of its own, as high as its content. Nothing in it runs and nothing is loaded; its
 * links open beside this page.
 *
 * The frame is of this page's origin, so that its height can be read; that gives the mail nothing, since no script runs.
 * @param {string} html
 */
export function framed(html) {
  const frame = element('iframe', {
    class: 'ml-frame',
    title: 'The mail',
    sandbox: 'allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    srcdoc: harmless(html),
  });
  const fit = () => {
    const content = frame.contentDocument?.documentElement;
    if (!content || frame.clientWidth === 0) return;
    const heightPx = Math.ceil(content.getBoundingClientRect().height);
    if (heightPx > 0) frame.style.height = `${Math.min(heightPx, MAX_HEIGHT_PX)}px`;
  };
  frame.addEventListener('load', fit);
  // Its words break in other places when the pane gets another width.
  new ResizeObserver(fit).observe(frame);
  return frame;
}

function harmless(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const node of page.querySelectorAll(NOT_SHOWN)) node.remove();
  for (const node of page.querySelectorAll('*')) {
    for (const name of node.getAttributeNames()) {
      if (/^on|^(ping|background|srcset|action|formaction|target)$/i.test(name)) node.removeAttribute(name);
    }
  }
  for (const node of page.querySelectorAll('[href]')) {
    if (!/^(https?|mailto):/i.test(node.getAttribute('href'))) {
      node.removeAttribute('href');
      continue;
    }
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
  for (const picture of page.querySelectorAll('img, input')) {
    if (/^data:image\//i.test(picture.getAttribute('src') ?? '')) continue;
    picture.removeAttribute('src');
    if (picture.localName === 'img') picture.replaceWith(`[${picture.getAttribute('alt') || 'picture'}]`);
  }
  const policy = page.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = POLICY;
  page.head.prepend(policy);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
