import { request } from './api.js';
import { element } from './dom.js';

/**
 * A file of a message: a picture is shown, anything else is a button that downloads it.
 * Fetched with the page's token, which the address of an image could not carry.
 * @param {{platform: string, id: string, name: string, mime?: string}} file
 */
export function fileNode({ platform, id, name, mime = '' }) {
  const [, ending = mime.split('/')[0] || 'file'] = /\.(\w{1,5})$/.exec(name) ?? [];
  const node = element(
    'button',
    { type: 'button', class: 'file', title: 'Download', click: () => void download() },
    element('span', { class: 'file-kind', 'aria-hidden': 'true' }, ending),
    element('span', { class: 'file-name' }, name),
  );
  if (/^image\/(png|jpeg|gif|webp)$/.test(mime)) void showPicture();
  return node;

  async function load() {
    const response = await request(`/console/${platform}/files/${encodeURIComponent(id)}`).catch(() => undefined);
    return response?.ok ? response.blob() : undefined;
  }

  async function showPicture() {
    const blob = await load();
    if (!blob) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      node.replaceWith(element('img', { class: 'picture', src: reader.result, alt: name }));
    });
    reader.readAsDataURL(blob);
  }

  async function download() {
    const blob = await load();
    if (!blob) {
      node.disabled = true;
      node.append(' (no longer there)');
      return;
    }
    const url = URL.createObjectURL(blob);
    element('a', { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  }
}
