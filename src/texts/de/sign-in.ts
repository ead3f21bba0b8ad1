import type * as english from '../en/sign-in.ts';

export const signInWords: typeof english.signInWords = {
  answerIn: (wallet) =>
    `Weiter geht es in der Wallet (${wallet}): Sie fragt nach Ihrem Konto, dann nach einer Signatur.`,
  noWallet:
    'In diesem Browser wurde keine Ethereum-Wallet gefunden. Entsperren oder installieren Sie eine und laden Sie die Seite neu, öffnen Sie die Seite im Browser Ihrer Wallet, oder fügen Sie einen Schlüssel ein.',
  thisBrowsersWallet: 'Wallet dieses Browsers',
  signInWith: 'Anmelden mit ',
  signedInAs: 'Angemeldet als ',
  tryAgain: 'Wählen Sie oben Ihre Wallet, um es noch einmal zu versuchen.',
  noKey: 'Das ist kein Schlüssel. Fügen Sie ihn so ein, wie Sie ihn bekommen haben: Er beginnt mit tbk_.',
  deadKey:
    'Dieser Schlüssel gilt nicht: Er ist vertippt, abgelaufen oder widerrufen. Fügen Sie einen anderen ein, oder melden Sie sich mit einer Wallet an.',
};

export const walletWords: typeof english.walletWords = {
  noAccount:
    'Die Wallet gibt kein Ethereum-Konto frei. Wählen Sie in ihr ein Konto, und versuchen Sie es noch einmal.',
  noChain:
    'Die Wallet nennt ihre Chain nicht. Wählen Sie in ihr ein Netzwerk, und versuchen Sie es noch einmal.',
  noSignature:
    'Die Wallet hat keine Signatur geliefert. Versuchen Sie es noch einmal, oder fügen Sie einen Schlüssel ein.',
  saysNothing:
    'Die Wallet hat ohne Begründung abgelehnt. Versuchen Sie es noch einmal, oder fügen Sie einen Schlüssel ein.',
  says: (said) =>
    `Die Wallet meldet einen Fehler: „${said}“. Versuchen Sie es noch einmal, oder fügen Sie einen Schlüssel ein.`,
};

export const walletFaults: typeof english.walletFaults = {
  4001: 'Sie haben die Anfrage in Ihrer Wallet abgelehnt; es ist nichts geschehen. Wählen Sie sie erneut, wenn Sie sich anmelden wollen.',
  4100: 'Die Wallet gibt dieses Konto für diese Seite nicht frei. Wählen Sie das Konto in der Wallet, und versuchen Sie es noch einmal.',
  4900: 'Die Wallet ist mit keiner Chain verbunden. Verbinden Sie sie, und versuchen Sie es noch einmal.',
  4901: 'Die Wallet ist nicht mit ihrer Chain verbunden. Verbinden Sie sie, und versuchen Sie es noch einmal.',
  [-32002]: 'Ihre Wallet zeigt schon eine Anfrage dieser Seite. Öffnen Sie sie, und antworten Sie dort.',
};
