/** The address of the i-th seller of `probe-sellers.ts`: 127.1.0.0, 127.1.0.1 and so on. */
export function addressOf(i: number): string {
  return [127, 1 + (i >> 16), (i >> 8) & 255, i & 255].join('.');
}

/** The wallet that the seller at an address is paid into, in lower case. */
export function walletAt(address: string): string {
  const hex = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));

  return `0x209693bc6afc0c5328ba36faf03c514e${hex.join('')}`;
}
