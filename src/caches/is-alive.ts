import { errorCode } from '../domain/error-code.ts';

/** Whether a process with this id runs on this machine, of any user. In a container, only its own processes are known. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
