import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../src/fetch/public-address.ts';

describe('a public address', () => {
  it.each(['1.1.1.1', '93.184.215.14', '172.15.0.1', '172.32.0.1', '223.255.255.255', '2606:4700:4700::1111'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['this machine', '127.0.0.1'],
    ['this machine by another number', '127.255.255.254'],
    ['this network', '0.0.0.0'],
    ['a private network', '10.1.2.3'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.0.1'],
    ['a carrier network', '100.64.0.1'],
    ['the metadata of a cloud', '169.254.169.254'],
    ['the metadata of Alibaba', '100.100.100.200'],
    ['the metadata of Oracle', '192.0.0.192'],
    ['the host of an Azure machine', '168.63.129.16'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['documentation', '203.0.113.7'],
    ['benchmarks', '198.19.0.1'],
    ['this machine, IPv6', '::1'],
    ['nothing, IPv6', '::'],
    ['a mapped private address', '::ffff:10.0.0.1'],
    ['a mapped loopback address in hex', '::ffff:7f00:1'],
    ['a compatible loopback address', '::127.0.0.1'],
    ['NAT64 of a loopback address', '64:ff9b::7f00:1'],
    ['6to4 of a private address', '2002:a00:1::'],
    ['Teredo', '2001:0:4136:e378::1'],
    ['link-local', 'fe80::1'],
    ['link-local with its zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['unique local', 'fd12:3456::1'],
    ['the metadata of AWS, IPv6', 'fd00:ec2::254'],
    ['multicast, IPv6', 'ff02::1'],
    ['documentation, IPv6', '2001:db8::1'],
    ['a name', 'localhost'],
    ['nothing', ''],
    ['an octal number', '0177.0.0.1'],
  ])('is not %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
