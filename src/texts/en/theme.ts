/** The choice of a theme. */
export const theme = {
  legend: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};
