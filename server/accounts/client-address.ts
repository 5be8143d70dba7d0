/** Whose address counts for a caller without a key. */
import { BlockList, isIP } from 'node:net';

/** Which proxies are believed: a number of hops, or the networks they live in. */
export type Proxies = { readonly hops: number } | { readonly networks: BlockList };

/** `0`, `2`, `10.0.0.0/8, fd00::/8` -> the proxies to believe; null when it is neither. */
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

/** IPv4-mapped IPv6 as IPv4, zone identifiers dropped; null when it isn't an address. */
export function normaliseAddress(text: string): string | null {
  const address = (text.trim().split('%', 1)[0] ?? '').toLowerCase();
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null;
  const groups = ipv6Groups(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.') : address;
}

/**
 * The client's address: the socket's, or behind believed proxies the last one in `X-Forwarded-For`, read from the right, that isn't one of them. A
 * malformed entry ends the reading: the last good address is the caller.
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

/** What calls are counted by: an IPv4 address, or the /64 of an IPv6 one. */
export function countedAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const network = ipv6Groups(address).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address, whichever of its forms it has. */
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
