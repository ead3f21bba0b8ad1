import { Address, Hex, PersonalMessage, Secp256k1, Signature } from 'ox';

/** An account of the EVM, as the software of wallets has it. */
export function privateKeyToAccount(privateKey: Hex.Hex) {
  const sign = ({ hash }: { readonly hash: Hex.Hex }): Promise<Hex.Hex> =>
    Promise.resolve(Signature.toHex(Secp256k1.sign({ payload: hash, privateKey })));
  const signMessage = ({
    message,
  }: {
    readonly message: string | { readonly raw: Hex.Hex };
  }): Promise<Hex.Hex> => {
    const bytes = typeof message === 'string' ? Hex.fromString(message) : message.raw;
    return sign({ hash: PersonalMessage.getSignPayload(bytes) });
  };
  const address = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }), { checksum: true });

  return { address, sign, signMessage };
}

export function generatePrivateKey(): Hex.Hex {
  return Secp256k1.randomPrivateKey();
}
