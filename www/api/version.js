// The version of the API and of the element; it follows semantic versioning.
export const version = '0.1.0';
