// Shows the description of this service. Nothing is fetched from anywhere else: no validator,
// no fonts. A token that was entered is forgotten with the page.
window.ui = SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  persistAuthorization: false,
});
