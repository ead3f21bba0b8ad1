import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { signingExtra } from '../../../src/domain/signing-extra.ts';

const hashOf = (text: string): Uint8Array => keccak_256(utf8ToBytes(text));
const word = (hex: string): Uint8Array => hexToBytes(hex.padStart(64, '0'));
const domainType = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';

/** The EIP-712 separator of the domain that we say a token has. */
function separatorOf(network: string, symbol: string): string {
  const { name = '', version = '' } = signingExtra(network, { symbol }) ?? {};
  const { address = '' } = knownAssets.get(network)?.find((token) => token.symbol === symbol) ?? {};
  const chainId = BigInt(network.replace('eip155:', '')).toString(16);
  const parts = [hashOf(domainType), hashOf(name), hashOf(version), word(chainId), word(address.slice(2))];

  return bytesToHex(keccak_256(concatBytes(...parts)));
}

describe('the domain of a token', () => {
  // What DOMAIN_SEPARATOR() of each contract returns, as those say who asked it.
  it.each([
    ['eip155:8453', 'USDC', '02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f'],
    ['eip155:8453', 'EURC', 'ec4dcbded0afd42599589b79220899bbe000bb5ea66d6f1bc176e78d094203bb'],
    ['eip155:84532', 'USDC', '71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818'],
    ['eip155:1', 'USDC', '06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335'],
    ['eip155:1', 'EURC', '99f188f447f0c6eaf68589359cd2ead8c2faaaaee984ab926fdb734d0040073b'],
    ['eip155:11155111', 'USDC', 'b90e5057db141a932946e64d09ccb7ffc9b00bd79fec26f698d29af0c83320a6'],
    ['eip155:43114', 'EURC', '094e957ad84a5711a2d13ea2ddcfe3947fe1704472f07bf8a49718f55a65f4b1'],
    ['eip155:480', 'USDC', '936533d5f85622a8261854e20bb87f4e849dde486f429bc1fb66202b7cde09ec'],
    ['eip155:5042', 'USDC', '940506929bba468048a19b567f4f0d534714bc06604b5c3017e5d16785ccdf84'],
    ['eip155:5042002', 'USDC', '361191522483d32a83e70ae7183b4b9629442c13a78bc9921d6f707911c8c6b0'],
    ['eip155:5042002', 'EURC', '649ec6b0634bd74f28684781d2c9ae49dff14ba3d5f9bb5d70c1e1f0e1ebf160'],
    ['eip155:4663', 'USDG', '7a3d7400b27830f4f91c2c16a082486d67c1befecaec2f53b33f1f35d5b62036'],
    ['eip155:999', 'USDC', '70a72998ad787d1a9152a8f88ccfe0766b1cb293b6b4011b34523035da10b0a3'],
    ['eip155:998', 'USDC', 'f26c39ac3b2040472381fddbd35212755a23586ffb86e608e151af6caa1d465e'],
    ['eip155:130', 'USDC', '565b4c4095d739dada6adeb9a89bc6dc4d102500ebd4a88bef1ec1d0f69d83b8'],
    ['eip155:1301', 'USDC', '2a1fda83efdd0b06cf1a15e7ee9aa85aa7a1612ae5af0c599ecc6609e6afafa1'],
    ['eip155:146', 'USDC', '47ff53f4cb866f027068ac56dedd98f6818c3ea4f1f60a1850d746944543ac12'],
  ])('hashes to what its contract says: %s %s', (network, symbol, separator) => {
    expect(separatorOf(network, symbol)).toBe(separator);
  });

  it('is not guessed where nobody knows it', () => {
    expect(signingExtra('eip155:57054', { symbol: 'USDC' })).toBeUndefined();
  });
});
