/** ICC profiles that name their device but contain nothing for calculations. */

/** Returns a profile. `space`: `CMYK`, `RGB `, `GRAY`; `deviceClass`: `prtr`, `mntr`, ... */
export function iccProfile(space: string, deviceClass = 'prtr', description = 'A press'): Uint8Array {
  const text = Buffer.from(`${description}\0`, 'latin1');
  const size = 128 + 4 + 12 + 12 + text.length;
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x02100000, 8);
  bytes.write(`${deviceClass}${space}Lab `, 12, 'latin1');
  bytes.write('acsp', 36, 'latin1');
  bytes.writeUInt32BE(1, 128);
  bytes.write('desc', 132, 'latin1');
  bytes.writeUInt32BE(144, 136);
  bytes.writeUInt32BE(12 + text.length, 140);
  bytes.write('desc', 144, 'latin1');
  bytes.writeUInt32BE(text.length, 152);
  text.copy(bytes, 156);
  return new Uint8Array(bytes);
}
