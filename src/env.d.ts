declare namespace App {
  interface Locals {
    /** Set for pages that are rendered on request. */
    catalog?: import('./site/catalog-source.ts').SiteCatalog;
  }
}
