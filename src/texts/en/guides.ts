/** What the commands of the quick start for buyers do. */
export const buyersCommands = {
  begin: 'name the catalog',
  find: 'find a service',
  observed: 'see what was observed',
  install: 'install the client',
  pay: 'pay',
};

/** What the commands of the quick start for agents do. */
export const agentsCommands = {
  begin: 'name the catalog',
  ask: 'ask with a sentence',
  decide: 'choose a service',
  validate: 'check an endpoint that is not listed',
  call: 'call a tool by hand',
  bazaar: 'ask as a client of x402 discovery',
  ard: 'ask as a registry of agents',
  markdown: 'read a service as Markdown',
  shell: 'ask with the command',
};

/** What the commands of the quick start for scanners do. */
export const scannersCommands = {
  begin: 'name the catalog',
  install: 'install Tollbook',
  copy: 'make the mirror',
  follow: 'follow the catalog',
  service: 'look into the mirror',
  signers: 'check the signature too',
  link: 'link the package',
  run: 'run the program',
  export: 'download the export',
  changes: 'read what changed',
  database: 'copy the database',
  page: 'read a part of the catalog',
  observed: 'read what was observed',
};

/** What the commands of the two guides for owners do. */
export const ownersCommands = {
  begin: 'where and who',
  message: 'get the message',
  cast: 'sign with cast',
  viem: 'install viem',
  node: 'sign with node',
  key: 'get the key',
  validate: 'try the endpoint',
  dryRun: 'make a dry run',
  register: 'register',
  status: 'see the status',
  proveWallet: 'prove the wallet',
  line: 'write the line',
  proveHttp: 'prove the host by a file',
  proveDns: 'prove the host by DNS',
  standing: 'see the proof',
  price: 'change the price',
  careful: 'change what you have seen',
  history: 'see the history',
  offer: 'declare offers',
  batch: 'list many',
  mine: 'see all of them',
  deprecate: 'deprecate',
  undeprecate: 'end the deprecation',
  withdraw: 'withdraw',
  restore: 'restore',
  maintainers: 'name maintainers',
  handOver: 'hand over',
  accept: 'accept',
  newFile: 'write the file of a service',
  editFile: 'change the file of a service',
  checkFiles: 'check the files',
  keys: 'list your keys',
  revoke: 'revoke the key',
};

/** What the commands of the guide to webhooks do. */
export const webhooksCommands = {
  make: 'make a webhook',
  some: 'select changes',
  receive: 'receive deliveries',
  install: 'install the library',
  test: 'try the webhook',
  look: 'see the deliveries',
  replay: 'repeat a delivery',
  enable: 'switch it on again',
  rotate: 'change the secret',
  remove: 'delete the webhook',
};

/** The name of commands in a guide, given what they do. */
export const commandsText = (name: string): string => `the commands to ${name}`;
