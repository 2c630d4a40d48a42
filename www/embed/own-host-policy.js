// Lets embed.html load from its own host alone. What it says itself has to allow every host: in a sandboxed frame
// WebKit takes 'self' for the frame's opaque origin, and nothing would be loaded. So its first script adds a policy with
// the name of the host in the place of 'self', before anything else runs.

/** What embed.html says, and with what. */
const [written] = document.querySelectorAll('meta[http-equiv="Content-Security-Policy"]');
const policy = document.createElement('meta');
policy.httpEquiv = 'Content-Security-Policy';
policy.content = written.getAttribute('content')?.replaceAll('http: https:', location.origin) ?? '';
document.head.append(policy);
