import { readdir, readFile } from 'node:fs/promises';

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Clock ticks that it and the children it has waited for have used, in user and system mode. */
  readonly ticks: number;
}

/**
 * The processor time that a process and its descendants have used, in clock ticks: it stands still while all of them are stopped or wait.
 * Undefined where the system has no `/proc`.
 */
export async function ticksUsed(pid: number): Promise<number | undefined> {
  const names = await readdir('/proc').catch(() => undefined);
  if (!names) return undefined;

  const processes = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(factsOf));
  const byParent = Map.groupBy(
    processes.filter((facts) => facts !== undefined),
    ({ parent }) => parent,
  );
  const own = processes.find((facts) => facts?.pid === pid);
  return own === undefined ? 0 : own.ticks + ticksBelow(pid, byParent);
}

function ticksBelow(pid: number, byParent: ReadonlyMap<number, readonly ProcessFacts[]>): number {
  const children = byParent.get(pid) ?? [];

  return children.reduce((sum, child) => sum + child.ticks + ticksBelow(child.pid, byParent), 0);
}

/** Reads `/proc/<pid>/stat`: proc(5). The name of the program, in parentheses, may hold anything. */
async function factsOf(name: string): Promise<ProcessFacts | undefined> {
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 15) return undefined;

  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number);
  const ticks = (user ?? 0) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0);
  return { pid: Number(name), parent: Number(fields[1]), ticks };
}

interface Watch {
  readonly isOver: () => boolean;
  readonly stop: () => void;
}

/**
 * Calls `end` once a process has shown no sign of life for so long: neither it nor a descendant has used the processor, and `output`, the number of
 * bytes that came from it, stands still. That is undefined while it waits for us to read. How long a healthy process takes says nothing on a busy
 * machine.
 */
export function endWhenUnresponsive(
  pid: number,
  { output, silenceMs }: { readonly output: () => number | undefined; readonly silenceMs: number },
  end: () => void,
): Watch {
  let isOver = false;
  let last: string | undefined;
  const look = async (): Promise<void> => {
    const [ticks, bytes] = [await ticksUsed(pid), output()];
    const sign = ticks === undefined || bytes === undefined ? undefined : `${String(ticks)} ${String(bytes)}`;
    isOver = sign !== undefined && sign === last;
    last = sign;
    if (!isOver) return;

    clearInterval(timer);
    end();
  };
  const timer = setInterval(() => void look(), silenceMs).unref();

  return {
    isOver: () => isOver,
    stop: () => {
      clearInterval(timer);
    },
  };
}
