/** Determines the address that identifies a caller without a key. */
import { BlockList, isIP } from 'node:net';

/** The trusted proxies: a number of hops, or their networks. */
export type Proxies = { readonly hops: number } | { readonly networks: BlockList };

/** Parses trusted proxies such as `0`, `2` or `10.0.0.0/8, fd00::/8`. Returns null for anything else. */
export function parseProxies(text: string): Proxies | null {
  if (/^\d{1,3}$/.test(text.trim())) return { hops: Number(text) };
  const networks = new BlockList();
  const entries = text.split(/[\s,]+/).filter(Boolean);
  for (const entry of entries) {
    const [address, prefix] = entry.split('/');
    const family = isIP(address!);
    const bits = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix);
    if (family === 0 || !/^\d{1,3}$/.test(prefix ?? '0') || bits > (family === 4 ? 32 : 128)) return null;
    networks.addSubnet(address!, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return entries.length > 0 ? { networks } : null;
}

/** Converts IPv4-mapped IPv6 addresses to IPv4 and drops zone identifiers. Returns null for anything but an address. */
export function normaliseAddress(text: string): string | null {
  const address = (text.trim().split('%', 1)[0] ?? '').toLowerCase();
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null;
  const groups = ipv6Groups(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.') : address;
}

/**
 * Returns the client's address. Behind trusted proxies, this is the rightmost untrusted entry of `X-Forwarded-For`. A
 * malformed entry stops the search: the last valid address is the caller.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, proxies: Proxies): string {
  let address = normaliseAddress(socketAddress) ?? '0.0.0.0';
  const entries = (forwardedFor ?? '').split(',').reverse();
  if (!forwardedFor) return address;
  for (let hop = 0; hop < entries.length; hop++) {
    const believed = 'hops' in proxies ? hop < proxies.hops : isInside(proxies.networks, address);
    if (!believed) return address;
    const next = normaliseAddress(entries[hop]!);
    if (next === null) return address;
    address = next;
  }
  return address;
}

function isInside(networks: BlockList, address: string): boolean {
  return networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** Returns the unit by which calls are counted: an IPv4 address, or the /64 network of an IPv6 address. */
export function countedAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const network = ipv6Groups(address).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** Returns the eight groups of a valid IPv6 address in any notation. */
function ipv6Groups(address: string): number[] {
  const hexadecimal = address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.map(Number);
    return `${(a! * 256 + b!).toString(16)}:${(c! * 256 + d!).toString(16)}`;
  });
  const [head, tail] = hexadecimal.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right];
  return groups.map((group) => Number.parseInt(group, 16));
}
