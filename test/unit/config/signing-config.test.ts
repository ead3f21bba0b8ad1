import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/config/config-error.ts';
import { readWitnesses } from '../../../src/config/signing-config.ts';
import { printWitness } from '../../../src/transparency/cosignature.ts';
import { printVerifier } from '../../../src/transparency/signed-note.ts';
import { noteSigner } from '../../support/mirror/fake-log.ts';

const [one, two] = [noteSigner('witness.example/1'), noteSigner('witness.example/2')];
const [first, second] = [printWitness(one), printWitness(two)];
const many = Array.from({ length: 16 }, (_, i) => `${printWitness(noteSigner(`w/${String(i)}`))} http://w`);

describe('LOG_WITNESSES', () => {
  it('is a key and a URL for each, with commas or line feeds between them', () => {
    const key = ({ name, publicKey }: typeof one) => ({ name, publicKey });
    const both = [
      { key: key(one), url: 'https://one.example' },
      { key: key(two), url: 'http://127.0.0.1:4400/w' },
    ];

    expect(readWitnesses(`${first} https://one.example,${second} http://127.0.0.1:4400/w/`)).toEqual(both);
    expect(
      readWitnesses(`\n${first}  https://one.example/\r\n${second}\thttp://127.0.0.1:4400/w\n,`),
    ).toEqual(both);
    expect(readWitnesses()).toEqual([]);
    expect(readWitnesses(' ,\n')).toEqual([]);
  });

  it.each([
    ['a key of a log', `${printVerifier(one)} https://one.example`, 'is no key of a witness'],
    ['no key', 'https://one.example', '"https://one.example" is no key of a witness'],
    ['no URL', first, 'write one http(s) URL after the key of "witness.example/1"'],
    ['two URLs', `${first} https://one.example https://two.example`, 'write one http(s) URL'],
    ['another protocol', `${first} file:///etc/passwd`, 'write one http(s) URL'],
    ['a password', `${first} https://me:secret@one.example`, 'without password'],
    ['a query', `${first} https://one.example/?secret`, 'without password and query'],
    ['a key twice', `${first} https://one.example,${first} https://two.example`, 'write each key once'],
    ['more than a checkpoint can name', many.join('\n'), 'write at most 15 witnesses'],
  ])('refuses %s in one line that repeats no secret', (_, text, message) => {
    const read = () => readWitnesses(text);

    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).toThrow(/^LOG_WITNESSES: (?!.*secret).*$/);
  });
});
