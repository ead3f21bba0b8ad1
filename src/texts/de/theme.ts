import type * as english from '../en/theme.ts';

export const theme: typeof english.theme = {
  legend: 'Farbschema',
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
};
