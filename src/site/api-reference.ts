/** What `/docs/api/scalar.js` leaves in the window: https://github.com/scalar/scalar/tree/main/packages/api-reference */
declare const Scalar: {
  createApiReference(selector: string, configuration: Readonly<Record<string, unknown>>): unknown;
};

/** Shows `/openapi.json`. Nothing of it may ask another server: no fonts, proxy, telemetry, assistant or hosted client. */
Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  hideDarkModeToggle: true,
  defaultOpenAllTags: true,
});
