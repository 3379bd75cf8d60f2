#include <JavaScriptCore/JavaScript.h>

/* Exported by the library, but declared only in private headers of WebKit (JSContextRefPrivate.h, JSBasePrivate.h). */
typedef bool (*JSShouldTerminateCallback)(JSContextRef context, void *user);
extern void JSContextGroupSetExecutionTimeLimit(JSContextGroupRef group, double seconds, JSShouldTerminateCallback callback, void *user);
extern void JSSynchronousGarbageCollectForDebugging(JSContextRef context);
