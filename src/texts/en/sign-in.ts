/*
 * What signing in says: with a wallet or with a key.
 */

export const signInWords = {
  /** `wallet` is a name, or `thisBrowsersWallet`. */
  answerIn: (wallet: string): string =>
    `Answer in ${wallet}: it asks for your account, then for a signature.`,
  noWallet:
    'No Ethereum wallet was found in this browser. Unlock yours or install one and load this page again, open this page in your wallet’s own browser, or paste a key.',
  thisBrowsersWallet: 'this browser’s wallet',
  /** Before the name of a wallet, on its button. */
  signInWith: 'Sign in with ',
  signedInAs: 'Signed in as ',
  tryAgain: 'To try again, choose your wallet above.',
  noKey: 'This is not a key. Paste it as it was given to you: it begins with tbk_.',
  deadKey:
    'This key does not work: it is mistyped, expired or revoked. Paste another, or sign in with a wallet.',
};

export const walletWords = {
  noAccount: 'The wallet shares no Ethereum account. Choose an account in it, then try again.',
  noChain: 'The wallet does not say on which chain it is. Choose a network in it, then try again.',
  noSignature: 'The wallet gave no signature. Try again, or paste a key.',
  saysNothing: 'The wallet refused without a reason. Try again, or paste a key.',
  says: (said: string): string =>
    `The wallet could not do it, and says: “${said}”. Try again, or paste a key.`,
};

/** By EIP-1193's codes, and those that wallets share. */
export const walletFaults: Readonly<Record<number, string>> = {
  4001: 'You declined in your wallet, so nothing happened. Choose it again when you want to sign in.',
  4100: 'The wallet does not let this page use that account. Choose the account in your wallet, then try again.',
  4900: 'The wallet is not connected to any chain. Connect it, then try again.',
  4901: 'The wallet is not connected to its chain. Connect it, then try again.',
  [-32002]: 'Your wallet already shows a request of this page. Open the wallet and answer it there.',
};
