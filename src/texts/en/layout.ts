/** What stands around every page. */
export const layout = {
  skipToContent: 'Skip to content',
  skipToResults: 'Skip to results',
  main: 'Main',
  breadcrumb: 'Breadcrumb',
  services: 'Services',
  categories: 'Categories',
  status: 'Status',
  docs: 'Docs',
  register: 'Register',
  myListings: 'My listings',
  sources:
    'Owners declare the names, descriptions, prices, wallets and networks of their services. Where Tollbook’s checks observed another price, wallet or network, this site shows the observed one. Status and uptime come from those checks alone, the trust score from them and from counted payments.',
  wholeCatalog: 'Whole catalog as JSON',
  howChecked: 'How services are checked',
  problems: 'Problems',
  report: 'Report a problem with this catalog',
  languages: 'Language',
};
