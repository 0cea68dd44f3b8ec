/** Width and height of a PNG, JPEG, GIF or WebP by its first bytes. Nothing for other bytes. */
export function imageSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.readUInt32BE(0) === 0x89504e47) return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
    if (view.toString('latin1', 0, 4) === 'GIF8') return { width: view.readUInt16LE(6), height: view.readUInt16LE(8) };
    if (view.toString('latin1', 0, 4) === 'RIFF' && view.toString('latin1', 8, 12) === 'WEBP') return webpSize(view);
    if (view.readUInt16BE(0) === 0xffd8) return jpegSize(view);
  } catch {
    // It ends before its size does.
  }
  return undefined;
}

function webpSize(view: Buffer) {
  switch (view.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = view.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    default:
      return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
  }
}

/** Walks from marker to marker up to the frame header. C4, C8 and CC lie in its range but are none. */
function jpegSize(view: Buffer) {
  for (let at = 2; ; at += 2 + view.readUInt16BE(at + 2)) {
    const marker = view.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) };
    if (marker < 0xff01) return undefined;
  }
}
