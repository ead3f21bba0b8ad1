/** Preloaded into a server, to cause an uncaught error or an unhandled rejection on a signal. */
process.on('SIGUSR2', () => {
  if (process.env['UNCAUGHT'] === 'rejection') void Promise.reject(new Error('a bug'));
  else {
    setImmediate(() => {
      throw new Error('a bug');
    });
  }
});
