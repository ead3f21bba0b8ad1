/** The most code points of each text that an owner writes. */
export const mostCharacters = { name: 255, description: 2000, deprecation: 500 } as const;
