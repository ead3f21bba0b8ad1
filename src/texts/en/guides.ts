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
};

/** What the commands of the quick start for scanners do. */
export const scannersCommands = {
  begin: 'name the catalog',
  copy: 'copy the catalog',
  follow: 'update the copy',
  changes: 'list what changed',
  page: 'read a part of the catalog',
  observed: 'read what was observed',
};

/** The name of commands in a guide, given what they do. */
export const commandsText = (name: string): string => `the commands to ${name}`;
