declare namespace App {
  interface Locals {
    readonly catalog: import('./site/site-catalog.ts').SiteCatalog;
    /** Renders another page of the site. */
    readonly readPage: import('./site/document-index.ts').ReadPage;
  }
}
