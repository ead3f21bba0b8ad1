import parse from 'spdx-expression-parse';

/** Whether a text is an SPDX licence expression, like `CC0-1.0` or `MIT OR Apache-2.0`: of known licences, or `LicenseRef-…`. */
export function isLicence(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
