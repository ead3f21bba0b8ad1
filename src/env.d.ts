declare namespace App {
  interface Locals {
    readonly catalog: import('./site/site-catalog.ts').SiteCatalog;
  }
}

/** Its own types are for Express; it takes any request and response of Node. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export default function compression(): (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
}
