import { config } from 'zod';

// The pages' Content-Security-Policy forbids to make code out of text, and to find that out by trying would be reported as a breach.
config({ jitless: true });
