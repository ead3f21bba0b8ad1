/** Loaded before a server, so that a signal makes it meet an error that nobody catches: a thrown one or a rejection. */
process.on('SIGUSR2', () => {
  if (process.env['UNCAUGHT'] === 'rejection') void Promise.reject(new Error('a bug'));
  else {
    setTimeout(() => {
      throw new Error('a bug');
    }, 0);
  }
});
