declare namespace App {
  interface Locals {
    readonly catalog: import('./site/site-catalog.ts').SiteCatalog;
  }
}
