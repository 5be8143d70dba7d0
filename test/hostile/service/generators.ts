/** What attackers send: small to write, dear to read. */
import { crc32, deflateSync } from 'node:zlib';

/** As deep as a body may be long. */
export const JSON_DEPTH = 12.7e6 - 100;

export function nestedJson(depth: number): string {
  return '['.repeat(depth);
}

/** Takes longer to lay out than any render may. */
export function endlessDocument(): string {
  return `<table>${'<tr><td>a<td>b<td>c'.repeat(100_000)}`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A PNG of 9,900 x 9,900 pixels of 16 bits in some hundred kilobytes of base64: near a gigabyte of samples. */
export function createGreedyPng(): string {
  const side = 9900;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([16, 6, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (side * 8 + 1)), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), end]).toString('base64');
}
