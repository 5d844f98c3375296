/**
 * The page `/docs`: Swagger UI without inline parts, so the content security policy allows only this server's scripts. Relative URLs
 * work below any prefix and behind proxies that add or remove one.
 */

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gander API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">
</head>
<body>
<div id="docs"></div>
<noscript>This page needs JavaScript; <a href="openapi.json">openapi.json</a> holds the same for programs.</noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/page.js"></script>
</body>
</html>
`;

export const SCRIPT = `document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Less padding, and no useless parts: the only server, an empty band for buttons, links. */
export const STYLE = `body { margin: 0; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .info .title { font-size: 28px; }
.swagger-ui .info li, .swagger-ui .info p { line-height: 1.6; }
.swagger-ui .info code { padding: 1px 4px; overflow-wrap: anywhere; }
.swagger-ui .scheme-container { padding: 12px 0; }
.swagger-ui .scheme-container:not(:has(.auth-wrapper)), .swagger-ui .schemes-server-container { display: none; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .filter .operation-filter-input { margin: 16px 0; width: 100%; box-sizing: border-box; }
.swagger-ui .opblock-tag { font-size: 18px; padding: 6px 10px; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .filter.wrapper .col-12 { padding: 0; width: 100%; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { order: 1; flex-basis: 100%; padding: 2px 0 0; }
  .swagger-ui .opblock-tag .expand-operation { margin-left: auto; }
}
`;

/** Everything is local; the style sheet of Swagger UI contains its icons as data. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
