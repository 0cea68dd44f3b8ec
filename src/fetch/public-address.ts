import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that are not the public internet: IANA IPv4 Special-Purpose Address Registry, read 2026-11, and
 * multicast, reserved and broadcast (224.0.0.0 and up).
 */
const NOT_PUBLIC_V4: readonly [network: string, prefixBits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // The host of an Azure machine, where its metadata is served.
  ['168.63.129.16', 32],
];

/**
 * Exceptions within 2000::/3, the one range of public IPv6 addresses: protocol assignments with Teredo, documentation,
 * and 6to4, which carries an IPv4 address. IANA IPv6 Special-Purpose Address Registry, read 2026-11.
 */
const NOT_PUBLIC_V6: readonly [network: string, prefixBits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const notPublicV4 = listOf(NOT_PUBLIC_V4, 'ipv4');
const notPublicV6 = listOf(NOT_PUBLIC_V6, 'ipv6');
const globalV6 = listOf([['2000::', 3]], 'ipv6');

function listOf(networks: readonly [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefixBits] of networks) list.addSubnet(network, prefixBits, family);
  return list;
}

/**
 * Whether an IP address is one of the public internet. IPv4 addresses in IPv6 clothes (mapped, NAT64, 6to4, Teredo) are
 * none, whatever they carry: no server of a file has only those.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublicV4.check(address, 'ipv4');
    case 6:
      return globalV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Whether an IP address is that of this machine to itself. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}
