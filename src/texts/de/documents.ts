import type * as english from '../en/documents.ts';

export const groupTitles: typeof english.groupTitles = {
  start: 'Einstieg',
  owners: 'Für Anbieter',
  howItWorks: 'So funktioniert es',
  reference: 'Referenz',
};

export const documentWords: typeof english.documentWords = {
  contents: {
    name: 'Inhalt',
    title: 'Doku',
    description:
      'Schnellstarts für Käufer, Anbieter, Agenten und Scanner, die Funktionsweise des Katalogs und die Referenz seiner API.',
  },
  buyers: {
    name: 'Käufer: finden und bezahlen',
    title: 'Eine API finden und bezahlen',
    description: 'Einen Dienst finden, Preis und Wallet prüfen und im Terminal für eine Anfrage bezahlen.',
  },
  owners: {
    name: 'Anbieter: Dienst eintragen',
    title: 'Ihre API eintragen',
    description:
      'Einen Schlüssel holen, die API eintragen, nachweisen, dass sie Ihnen gehört, und den Eintrag korrigieren.',
  },
  agents: {
    name: 'Agenten: suchen und entscheiden',
    title: 'Agenten Dienste finden und prüfen lassen',
    description:
      'Mit einem Satz suchen, nach beobachteten Fakten entscheiden und Texte der Anbieter nur als Daten behandeln.',
  },
  scanners: {
    name: 'Scanner: spiegeln und prüfen',
    title: 'Von null zum geprüften Spiegel',
    description:
      'Den ganzen Katalog mit drei Befehlen kopieren, die Kopie aktuell halten und beweisen, dass niemand sie verbogen hat.',
  },
  manage: {
    name: 'Eintrag verwalten',
    title: 'Einen Eintrag verwalten',
    description:
      'Weitere Routen angeben, viele Dienste eintragen, Einträge abkündigen, zurückziehen, teilen oder übertragen und Schlüssel verwalten.',
  },
  workflow: {
    name: 'Aus dem Repository aktualisieren',
    title: 'Einen Eintrag aus Ihrem Repository aktuell halten',
    description:
      'Ein GitHub-Workflow, der einen Eintrag mit einer Datei Ihres Repositorys abgleicht – ohne gespeichertes Geheimnis.',
  },
  webhooks: {
    name: 'Änderungen per Webhook',
    title: 'Jede Änderung per Webhook erhalten',
    description:
      'Änderungen des Katalogs an Ihren Server senden lassen: Signaturen, weitere Versuche, Wiederholungen und wann ein Webhook ausgeschaltet wird.',
  },
  probing: {
    name: 'Prüfungen',
    title: 'So werden Dienste geprüft',
    description:
      'Was Tollbook von einem eingetragenen Endpunkt abruft, wie oft, was jede Antwort bedeutet und wie Sie Prüfungen ablehnen.',
  },
  payments: {
    name: 'Zahlungen',
    title: 'So werden Zahlungen gezählt',
    description:
      'Welche Überweisungen auf der Blockchain als x402-Zahlungen zählen und zu welchem Dienst sie gehören.',
  },
  trust: {
    name: 'Vertrauensnote',
    title: 'So entsteht die Vertrauensnote',
    description:
      'Die Regeln der Note, wer als Käufer zählt, und was es kostet, je zehn Punkte vorzutäuschen.',
  },
  security: {
    name: 'Sicherheit',
    title: 'Sicherheit',
    description: 'Wovor der Katalog schützt, wovor nicht, und wie Sie eine Sicherheitslücke melden.',
  },
  api: {
    name: 'API',
    title: 'API-Referenz',
    description: 'Jeder Pfad der Tollbook-API mit Parametern, Inhalten und Antworten.',
  },
  problems: {
    name: 'Fehlermeldungen',
    title: 'Fehlermeldungen',
    description: 'Jeder Fehler der API und was dagegen hilft.',
  },
};
