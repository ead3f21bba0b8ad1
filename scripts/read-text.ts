import { createReadStream } from 'node:fs';
import { quoted } from '../src/domain/plain-text.ts';
import { fileFault } from '../src/domain/system-fault.ts';
import { UsageFault } from './usage-fault.ts';

/** Reads a file, or standard input for `-`. `what` says what belongs into it. @throws {UsageFault} when it is larger or cannot be read */
export async function readText(file: string, maxBytes: number, what: string): Promise<string> {
  return (await readBytes(file, maxBytes, what)).toString();
}

/** Like `readText`, whatever the encoding. */
export async function readBytes(file: string, maxBytes: number, what: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      const bytes = Buffer.from(chunk as Uint8Array);
      size += bytes.length;
      if (size > maxBytes) break;
      chunks.push(bytes);
    }
  } catch (error) {
    throw new UsageFault(
      `${quoted(file)} cannot be read: ${fileFault(error)}; name a file with ${what}, or - for standard input`,
    );
  }
  if (size > maxBytes) {
    throw new UsageFault(`${quoted(file)} has more than ${String(maxBytes)} bytes; write ${what} into it`);
  }

  return Buffer.concat(chunks);
}
