export { GET } from '../site/markdown-route.ts';
