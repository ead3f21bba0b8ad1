import type { Family } from './network.ts';

/** Zero, the first precompiled contracts and `0x…dEaD`; then numbers that are known as graves. */
const evmGraves = /^0x(?:0{39}[0-9]|0{36}dead|(?:dead){10}|dead0{16}42069420694206942069|e{40}|f{40})$/i;

/** 32 bytes that are zero but for the last two. */
const moveGraves = /^0x0{60}(?:0{4}|dead)$/i;

/** The system, token and memo programs, and addresses without any key. */
const solanaGraves = new Set([
  '11111111111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
]);

const otherGraves = new Set([
  'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ',
  '0.0.0',
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
  'SP000000000000000000002Q6VF78',
  'ST000000000000000000002AMW42H',
]);

/** Whether an address belongs to nobody, so that what is sent there is lost. */
export function isBurnAddress(family: Family, address: string): boolean {
  switch (family) {
    case 'eip155':
      return evmGraves.test(address);
    case 'solana':
      return solanaGraves.has(address);
    case 'aptos':
    case 'sui':
      return moveGraves.test(address);
    default:
      return otherGraves.has(address);
  }
}
