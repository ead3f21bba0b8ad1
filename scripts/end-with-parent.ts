/*
 * Ends this process when the one that started it ends, which keeps a channel open: nobody is left for whom it works then. `process.exit` would
 * wait for the bundler's native threads, which may take any time; the next build clears what this one leaves behind.
 */

const stopAlone = (): boolean => process.kill(process.pid, 'SIGKILL');
process.once('disconnect', stopAlone);
// The parent may be gone by the time that this module has loaded. Where nobody waits for it, there never was a channel to close.
if ('connected' in process && !process.connected) stopAlone();
process.channel?.unref();
